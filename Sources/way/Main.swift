// SPDX-License-Identifier: Apache-2.0

@main struct Main { static func main() {} }
