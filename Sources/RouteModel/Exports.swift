// SPDX-License-Identifier: Apache-2.0

// The content of a screen is a JSON value, so an import of the route model brings JSON values too.
@_exported public import CanonicalJSON
