// SPDX-License-Identifier: Apache-2.0

/// The kinds of names; never instantiated.
public enum NameKind {
  /// Of a screen.
  public enum Screen {}
  /// Of a scene.
  public enum Scene {}
  /// Of a worker.
  public enum Worker {}
  /// Of a container's branch.
  public enum Branch {}
  /// Of a route of the plan.
  public enum Route {}
  /// Of a part of the navigation tree.
  public enum Part {}
}

/// What a screen is called: `home`, `exhibit`.
public typealias ScreenName = Name<NameKind.Screen>
/// What an independent route is called: `main` unless named.
public typealias SceneName = Name<NameKind.Scene>
/// What a worker is called.
public typealias WorkerName = Name<NameKind.Worker>
/// What a branch of a container is called.
public typealias BranchName = Name<NameKind.Branch>
/// What a route of the plan is called; often as its screen.
public typealias RouteID = Name<NameKind.Route>
/// What a part of the navigation tree is called, so that other parts can lead to it.
public typealias PartName = Name<NameKind.Part>
