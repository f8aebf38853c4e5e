'use strict'
/*
 * Ends one program of a sandbox and everything it started. Runs beside it as the same user, handed over as text;
 * `settings` is declared in front of it: { marker, leader, graceMs, deadlineMs }. A process belongs to the program
 * if the marker is in its environment, if it is in the session of the leader, or by descent.
 */
const fs = require('node:fs')

function read(file) {
  try {
    return fs.readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function processes() {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`)
      const [state, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === undefined || state === '' || state === 'Z' || state === 'X') return []
      return [{ pid: Number(name), parent: Number(parent), session: Number(session) }]
    })
}

const isMarked = ({ pid }) => `\0${read(`/proc/${pid}/environ`)}`.includes(`\0${settings.marker}\0`)

function find() {
  const rows = processes()
  const found = new Set(
    rows.filter((row) => row.session === settings.leader || isMarked(row)).map((row) => row.pid),
  )
  for (let grown = true; grown;) {
    grown = false
    for (const { pid, parent } of rows) {
      if (!found.has(parent) || found.has(pid)) continue
      found.add(pid)
      grown = true
    }
  }
  return [...found]
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended by itself; whatever stays is reported.
    }
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function main() {
  const start = performance.now()
  signal(find(), 'SIGTERM')
  while (find().length > 0 && performance.now() - start < settings.graceMs) await pause(10)
  // Stopped first, so that none starts another between the look and the end. One look may miss a process in
  // the middle of an exec.
  for (let emptyLooks = 0; emptyLooks < 2;) {
    const left = find()
    signal(left, 'SIGSTOP')
    signal([...left, ...find()], 'SIGKILL')
    emptyLooks = left.length === 0 ? emptyLooks + 1 : 0
    if (performance.now() - start > settings.deadlineMs) process.exit(1)
    await pause(5)
  }
}

void main()
