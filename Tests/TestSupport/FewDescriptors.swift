// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs `body` where so many descriptors can be opened and no more. They are those of the whole process, so a test does this in a
/// process of its own.
package func withDescriptors<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  getrlimit(resource, &limit)
  // Few enough to take all of them.
  limit.rlim_cur = min(limit.rlim_cur, 128)
  guard setrlimit(resource, &limit) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
  let one = open("/dev/null", O_RDONLY | O_CLOEXEC)
  guard one >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
  var taken = [one]
  while case let copy = dup(one), copy >= 0 { taken.append(copy) }
  defer { for descriptor in taken { close(descriptor) } }
  for _ in 0..<count { close(taken.removeLast()) }
  return try body()
}

/// How many descriptors of the process are open, without one to look by.
package var openDescriptors: Int { (0..<Int32(1024)).count(where: { fcntl($0, F_GETFD) >= 0 }) }
