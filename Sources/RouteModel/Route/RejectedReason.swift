// SPDX-License-Identifier: Apache-2.0

/// The reason why a command is refused. Closed list: specification, section "Reasons".
public enum RejectedReason: String, Hashable, Sendable, CaseIterable {
  case invalid, notInTree, unknownScene, unknownRoute, unknownDestination, noHost, denied, duplicateID, emptyRoute
  case emptyLayer, pushNotAllowed, layerAllowsNoPush, noSuchBranch, rootCannotBeHidden, targetNotFound, typeMismatch
  case missingDependency, idReused, askClosed, notParked, tooDeep, tooLarge, unsupported, locked
}
