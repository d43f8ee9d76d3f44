// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import SwiftProtobuf

extension SceneState: ProtobufForm {
  init(proto: ProtoSceneState) throws(FormError) {
    self.init(
      scene: try Field.name(proto.scene, "scene"), epoch: try Field.count(proto.epoch, "epoch"),
      revision: try Field.count(proto.revision, "revision"),
      presenceNumber: try Field.count(proto.presenceNumber, "presence_number"), path: try PlacedPath(protos: proto.path)
    )
  }

  var proto: ProtoSceneState {
    .with {
      $0.scene = scene.rawValue
      $0.epoch = epoch
      $0.revision = revision
      $0.presenceNumber = presenceNumber
      $0.path = path.protos
    }
  }
}

extension Update: ProtobufForm {
  init(proto: ProtoUpdate) throws(FormError) {
    self.init(
      scene: try Field.name(proto.scene, "scene"), epoch: try Field.count(proto.epoch, "epoch"),
      previousRevision: try Field.count(proto.previousRevision, "previous_revision"),
      revision: try Field.count(proto.revision, "revision"), isMinor: proto.minor,
      previous: try Path(protos: proto.previous), current: try PlacedPath(protos: proto.current),
      cause: try Cause(proto: proto.cause))
  }

  var proto: ProtoUpdate {
    .with {
      $0.scene = scene.rawValue
      $0.epoch = epoch
      $0.previousRevision = previousRevision
      $0.revision = revision
      $0.minor = isMinor
      $0.previous = previous.protos()
      $0.current = current.protos
      $0.cause = cause.proto
    }
  }
}

extension PresenceChange: ProtobufForm {
  init(proto: ProtoPresenceChange) throws(FormError) {
    self.init(
      scene: try Field.name(proto.scene, "scene"), epoch: try Field.count(proto.epoch, "epoch"),
      number: try Field.count(proto.number, "number"),
      elements: try proto.elements.map { id throws(FormError) in ElementID(try Field.count(id, "elements")) },
      presence: try Field.word(proto.presence, "presence"), worker: try Field.nameIfAny(proto.worker, "worker"),
      version: proto.version.clipped,
      restartingMs: proto.hasRestartingMs ? try Field.milliseconds(proto.restartingMs, "restarting_ms") : nil,
      message: proto.hasMessage ? proto.message.clipped : nil)
  }

  var proto: ProtoPresenceChange {
    .with {
      $0.scene = scene.rawValue
      $0.epoch = epoch
      $0.number = number
      $0.elements = elements.map(\.rawValue)
      $0.presence = Field.proto(presence)
      $0.worker = worker?.rawValue ?? ""
      $0.version = version
      if let restartingMs { $0.restartingMs = restartingMs }
      if let message { $0.message = message }
    }
  }
}

extension Keepalive: ProtobufForm {
  init(proto: ProtoKeepalive) throws(FormError) {
    self.init(
      epoch: try Field.count(proto.epoch, "epoch"),
      positions: try proto.scenes.map { position throws(FormError) in
        Position(
          scene: try Field.name(position.scene, "scene"), revision: try Field.count(position.revision, "revision"),
          presenceNumber: try Field.count(position.presenceNumber, "presence_number"))
      })
  }

  var proto: ProtoKeepalive {
    .with {
      $0.epoch = epoch
      $0.scenes = positions.map { position in
        .with {
          $0.scene = position.scene.rawValue
          $0.revision = position.revision
          $0.presenceNumber = position.presenceNumber
        }
      }
    }
  }
}

extension SnapshotRequest: ProtobufForm {
  init(proto: ProtoSnapshotRequest) throws(FormError) {
    self.init(scenes: try Field.names(proto.scenes, "scenes"))
  }

  var proto: ProtoSnapshotRequest { .with { $0.scenes = scenes.map(\.rawValue) } }
}

extension Snapshot: ProtobufForm {
  init(proto: ProtoSnapshot) throws(FormError) { self.init(scenes: try [SceneState](protos: proto.scenes)) }

  var proto: ProtoSnapshot { .with { $0.scenes = scenes.protos } }
}

extension Inspect: ProtobufForm {
  init(proto: ProtoInspect) throws(FormError) {
    self.init(
      try Field.word(proto.subject, "subject"), scene: try Field.nameIfAny(proto.scene, "scene"),
      since: proto.hasSince ? try Field.count(proto.since, "since") : nil,
      limit: proto.hasLimit ? Int(proto.limit) : nil)
  }

  var proto: ProtoInspect {
    .with {
      $0.subject = Field.proto(subject)
      $0.scene = scene?.rawValue ?? ""
      if let since { $0.since = since }
      if let limit { $0.limit = UInt32(clamping: limit) }
    }
  }
}

extension Report: ProtobufForm {
  init(proto: ProtoReport) throws(FormError) {
    self.init(
      objects: try proto.objects.map { object throws(FormError) in .json(try Field.json(object, "objects")) },
      more: proto.more
    )
  }

  var proto: ProtoReport {
    .with {
      $0.objects = objects.map { Data($0.form.jsonBytes) }
      $0.more = more
    }
  }
}

extension ProtocolError: ProtobufForm {
  init(proto: ProtoError) throws(FormError) {
    let lowest = proto.majorLowest == 0 ? 1 : proto.majorLowest
    let highest = proto.majorHighest == 0 ? 1 : proto.majorHighest
    guard let lowest = UInt8(exactly: lowest), let highest = UInt8(exactly: highest), lowest <= highest else {
      throw FormError("major_lowest, major_highest: \(lowest) to \(highest) are no major versions")
    }
    self.init(try Field.word(proto.code, "code"), proto.message.clipped, majors: lowest...highest)
  }

  var proto: ProtoError {
    .with {
      $0.code = Field.proto(code)
      $0.message = message
      $0.majorLowest = UInt32(majors.lowerBound)
      $0.majorHighest = UInt32(majors.upperBound)
    }
  }
}
