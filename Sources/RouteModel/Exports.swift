// SPDX-License-Identifier: Apache-2.0

// The content of a screen is a JSON value: whoever imports the route model has both.
@_exported public import CanonicalJSON
