// SPDX-License-Identifier: Apache-2.0

public import RouteModel

// The names of Composable Navigator, for code that comes from there.

/// What Composable Navigator calls ``Presentation``.
public typealias PresentationStyle = Presentation

/// What Composable Navigator calls a ``LinkParser``.
public typealias DeeplinkParser = LinkParser
