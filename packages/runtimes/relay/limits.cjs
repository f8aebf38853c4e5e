'use strict'
/*
 * Counts what a sandbox uses, from inside: the part of the relay's text that stands in front of relay.cjs. `settings` is
 * declared in front of it.
 */
const fs = require('node:fs')

/** A counter of the container's own control group, version 2 or 1. */
function counter(name, ...files) {
  for (const file of files) {
    try {
      const match = new RegExp(`^${name} (\\d+)$`, 'm').exec(fs.readFileSync(file, 'utf8'))
      if (match !== null) return Number(match[1])
    } catch {
      // The other version's.
    }
  }
  return 0
}

const breath = () => new Promise((resolve) => setImmediate(resolve))

function noteUnread(total, error) {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') total.unread += 1
}

/** An entry's own kind is not asked: where names are bytes Bun gives the name alone. */
function statsOf(path, total) {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    noteUnread(total, error)
    return undefined
  }
}

/**
 * Counts what lies below the root, in slices so that the tunnel goes on, and not on once a limit is exceeded.
 * Names are bytes, since not every name is text.
 */
async function count() {
  const total = { files: 0, bytes: 0, unread: 0 }
  const waiting = [Buffer.from(settings.root)]
  // A file with several names takes room once.
  const seen = new Set()
  const isWithin = () => total.files <= settings.limits.files && total.bytes <= settings.limits.bytes
  let slice = performance.now()
  for (let path = waiting.pop(); path !== undefined && isWithin(); path = waiting.pop()) {
    let directory
    try {
      directory = fs.opendirSync(path, { encoding: 'buffer' })
      for (let entry = directory.readSync(); entry !== null && isWithin(); entry = directory.readSync()) {
        total.files += 1
        const child = Buffer.concat([path, Buffer.from('/'), Buffer.from(entry.name ?? entry)])
        const stats = statsOf(child, total)
        if (stats?.isDirectory()) waiting.push(child)
        else if (stats?.isFile() && !seen.has(stats.ino)) total.bytes += stats.size
        if (stats?.nlink > 1) seen.add(stats.ino)
        if (performance.now() - slice > 10) {
          await breath()
          slice = performance.now()
        }
      }
    } catch (error) {
      noteUnread(total, error)
    }
    try {
      if (directory !== undefined) directory.closeSync()
    } catch {
      // It was removed while it was read.
    }
  }
  return total
}

let counting
// oxlint-disable-next-line no-unused-vars -- relay.cjs, which stands behind this, looks
async function look() {
  counting ??= count().finally(() => (counting = undefined))
  const counted = await counting
  return {
    ...counted,
    oomKills: counter('oom_kill', '/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'),
    refusedForks: counter('max', '/sys/fs/cgroup/pids.events', '/sys/fs/cgroup/pids/pids.events'),
  }
}
