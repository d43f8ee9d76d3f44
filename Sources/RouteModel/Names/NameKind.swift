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

/// The name of a screen: `home`, `exhibit`.
public typealias ScreenName = Name<NameKind.Screen>
/// The name of a scene: `main` unless given.
public typealias SceneName = Name<NameKind.Scene>
/// The name of a worker.
public typealias WorkerName = Name<NameKind.Worker>
/// The name of a container's branch.
public typealias BranchName = Name<NameKind.Branch>
/// The id of a route of the plan; often the same word as its screen's name.
public typealias RouteID = Name<NameKind.Route>
/// The name of a part of the navigation tree, by which other parts lead to it.
public typealias PartName = Name<NameKind.Part>
