import { createServer, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { InfrastructureError } from '@vitrial/core/errors'
import type { Runtime, Sandbox } from '@vitrial/core/ports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { answerHello, runNode, runText } from './docker-probe.fixture.ts'

const signal = AbortSignal.timeout(120_000)

/** Says of every address whether something answers there. */
const connectProbe = `
const net = require('node:net')
const tries = JSON.parse(process.argv[1]).map(([host, port]) => new Promise((resolve) => {
  const socket = net.connect({ host, port, timeout: 1500 })
  const end = (what) => { socket.destroy(); resolve([host + ':' + port, what]) }
  socket.on('connect', () => end('open')).on('error', (error) => end(error.code)).on('timeout', () => end('timeout'))
}))
Promise.all(tries).then((all) => console.log(JSON.stringify(Object.fromEntries(all))))`

/** What the candidate may do to processes that are not its own. */
const processProbe = `
const fs = require('node:fs')
const attempt = (action) => { try { action(); return 'done' } catch (error) { return error.code } }
const others = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
  .filter((pid) => attempt(() => fs.statSync('/proc/' + pid)) === 'done')
  .filter((pid) => fs.statSync('/proc/' + pid).uid !== process.getuid())
console.log(JSON.stringify(others.map((pid) => [
  attempt(() => process.kill(Number(pid), 'SIGKILL')),
  attempt(() => fs.readFileSync('/proc/' + pid + '/environ')),
  attempt(() => fs.openSync('/proc/' + pid + '/fd/0')),
  attempt(() => fs.readdirSync('/proc/' + pid + '/root')),
])))`

/** What a candidate may try in a user namespace of its own, in which it is root and has every capability. */
const namespaceProbe = `unshare -Urmn sh -c '
  mount -o remount,rw / && echo remounted
  mount --bind /tmp /etc && echo x >/etc/x && umount /etc && [ -e /etc/x ] && echo wrote
  mknod /tmp/disk b 254 0 && echo device
  cat /proc/1/environ && echo relay
  ls /sys/class/net | grep -v lo
  kill -9 1 && echo killed
' 2>/dev/null; true`

export interface IsolationOptions {
  readonly createRuntime: () => Runtime
  /** Whether the engine lets a program make a user namespace of its own. */
  readonly hasUserNamespaces: boolean
}

/** The tests of what a candidate's container keeps it from. */
export function isolationTests({ createRuntime, hasUserNamespaces }: IsolationOptions): void {
  const runtime = createRuntime()
  let sandbox: Sandbox
  let secret: Server
  let port: number

  beforeAll(async () => {
    secret = createServer((_request, response) => response.end('secret')).listen(0, '0.0.0.0')
    await new Promise((resolve) => secret.once('listening', resolve))
    const address = secret.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
    sandbox = await runtime.acquire({ runId: 'isolation', limits: {} }, signal)
  })

  afterAll(async () => {
    secret?.close()
    await runtime[Symbol.asyncDispose]()
  })

  it('has no network interface but the loopback', async () => {
    const script = "console.log(Object.keys(require('os').networkInterfaces()).join())"
    expect(await runNode(sandbox, script)).toBe('lo\n')
    expect(await runText(sandbox, 'ls /sys/class/net')).toBe('lo\n')
  })

  it('reaches the port that the host serves', async () => {
    await using served = await sandbox.serve(8080, answerHello)
    const script = `fetch('http://127.0.0.1:${served.port}/').then((r) => r.text()).then((t) => console.log(t))`
    expect(await runNode(sandbox, script)).toBe('hello\n')
  })

  it('reaches no address of the host, of the engine, of the world, of a cloud', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
    const hosts = [...own.filter((address) => address.includes('.') && address !== '127.0.0.1'), '172.17.0.1']
    const targets = [
      ...hosts.map((host) => [host, port]),
      ...hosts.map((host) => [host, 2375]),
      ['127.0.0.1', port],
      ['1.1.1.1', 80],
      ['169.254.169.254', 80],
      ['8.8.8.8', 53],
    ]
    const text = await runNode(sandbox, connectProbe, JSON.stringify(targets))
    const found = z.record(z.string(), z.string()).parse(JSON.parse(text))
    expect(Object.values(found)).not.toContain('open')
    expect(Object.keys(found).length).toBeGreaterThanOrEqual(6)
  })

  it.each(['example.com', 'host.docker.internal', 'gateway.docker.internal'])(
    'cannot look up %s',
    async (name) => {
      const script = "require('dns').lookup(process.argv[1], (error) => console.log(error ? 'no' : 'yes'))"
      expect(await runNode(sandbox, script, name)).toBe('no\n')
    },
  )

  it('cannot signal the relay, nor read its environment, its files or its descriptors', async () => {
    const attempts = z.array(z.array(z.string())).parse(JSON.parse(await runNode(sandbox, processProbe)))
    expect(attempts).not.toEqual([])
    for (const attempt of attempts) {
      expect(attempt[0]).toBe('EPERM')
      for (const code of attempt.slice(1)) expect(code).toBe('EACCES')
    }
    expect(await runText(sandbox, 'kill -9 -1; true')).toBe('')
    expect(await runText(sandbox, 'echo still here')).toBe('still here\n')
  })

  it('can write nowhere but in its own directories and in memory', async () => {
    const places = [
      '/x',
      '/etc/x',
      '/usr/bin/x',
      '/var/x',
      '/home/x',
      '/root/x',
      '/proc/sys/kernel/hostname',
      '/sys/x',
    ]
    const script = 'for p in "$@"; do (: >"$p") 2>/dev/null && echo "wrote $p"; done; true'
    expect(await runText(sandbox, script, ...places)).toBe('')
    const own = ['/home/agent/x', '/home/workspace/x', '/home/tmp/x', '/tmp/x']
    expect(await runText(sandbox, script, ...own)).toBe(own.map((path) => `wrote ${path}\n`).join(''))
  })

  it('sees a root that nobody can write to', async () => {
    expect(await runText(sandbox, 'grep " / " /proc/self/mounts')).toMatch(/ ro[, ]/)
  })

  it('has no capabilities and cannot gain privileges', async () => {
    const status = await runText(sandbox, 'cat /proc/self/status')
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
      expect(status).toContain(`${set}:\t0000000000000000\n`)
    }
    expect(status).toContain('NoNewPrivs:\t1\n')
    expect(status).toContain('Seccomp:\t2\n')
    expect(status).toMatch(/Uid:\t10001\t10001\t10001\t10001\n/)
  })

  it('sees no engine, no disk of the host and nothing of the host in its mounts', async () => {
    expect(await runText(sandbox, 'ls /var/run/docker.sock /run/docker.sock 2>/dev/null; true')).toBe('')
    expect(await runText(sandbox, 'ls /dev | grep -E "^(sd|vd|nvme|mem|kmsg)"; true')).toBe('')
    expect(await runText(sandbox, 'grep -c " /work\\| /tmp/bash" /proc/self/mounts; true')).toBe('0\n')
  })

  it('cannot mount or make devices', async () => {
    const script = `mount -t tmpfs none /tmp 2>/dev/null && echo mounted
      mknod /tmp/disk b 254 0 2>/dev/null && echo device; true`
    expect(await runText(sandbox, script)).toBe('')
  })

  it('has no namespace of its own, or gains nothing by it', async () => {
    const script = 'unshare -Ur true 2>/dev/null && echo namespace; true'
    expect(await runText(sandbox, script)).toBe(hasUserNamespaces ? 'namespace\n' : '')
    expect(await runText(sandbox, namespaceProbe)).toBe('')
    expect(await runText(sandbox, 'echo still here')).toBe('still here\n')
  })

  it('tells its programs nothing of the relay', async () => {
    const names = (await runText(sandbox, 'env'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0] ?? '')
    // The engine's own are among them: Podman adds `container` and TERM.
    const known = [
      'HOME',
      'HOSTNAME',
      'LANG',
      'OLDPWD',
      'PATH',
      'PWD',
      'TMPDIR',
      'VITRIAL_SANDBOX',
      '_',
      'container',
      'TERM',
    ]
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  it('cannot be given a port that something else has', async () => {
    await using served = await sandbox.serve(8090, answerHello)
    await expect(sandbox.serve(served.port, answerHello)).rejects.toThrow(InfrastructureError)
  })
}
