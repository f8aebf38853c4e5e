import { runText, relayProgram } from '../inside/inner-programs.ts'
import { relayUser, volumeRoot } from '../inside/sandbox-layout.ts'
import type { ContainerLimits } from '../limits/container-limits.ts'
import { sandboxLabels, type SandboxIdentity } from '../../ownership/labels.ts'
import type { ContainerCreateOptions, HostConfig } from '../../engine/engine.ts'

/** How long the host may be silent before the container ends. */
const hostSilenceMs = 10_000
const mebibyte = 1_048_576

export interface ContainerRequest {
  readonly image: string
  readonly identity: SandboxIdentity
  readonly limits: ContainerLimits
}

/** Everything that makes a container a sandbox, in the engine's own words. */
export interface ContainerPlan {
  readonly create: ContainerCreateOptions
  readonly host: HostConfig
}

/**
 * No network, no capabilities, no new privileges, nothing writable but the volume and a little memory, and a limit on
 * everything that can be used up. No folder of the host is in it. What its main process says is the tunnel's traffic,
 * which must not be kept as a log.
 */
export function containerPlan({ image, identity, limits }: ContainerRequest): ContainerPlan {
  const labels = sandboxLabels(identity)
  const bytes = limits.bytesMiB * mebibyte
  const memory = limits.memoryMiB * mebibyte
  // One file may not grow far beyond the whole quota between two looks, even one without a name.
  const fileBytes = bytes + mebibyte
  const [program, ...rest] = runText(
    relayProgram({ root: volumeRoot, silenceMs: hostSilenceMs, limits: { files: limits.files, bytes } }),
  )
  return {
    create: {
      name: identity.sandboxId,
      Image: image,
      Labels: labels,
      User: `${relayUser.uid}:${relayUser.gid}`,
      WorkingDir: '/',
      Entrypoint: [program],
      Cmd: rest,
      Tty: false,
      OpenStdin: true,
      StdinOnce: true,
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
    },
    host: {
      NetworkMode: 'none',
      IpcMode: 'private',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Init: true,
      NanoCpus: Math.round(limits.cpus * 1e9),
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: limits.processes,
      Ulimits: [
        { Name: 'fsize', Soft: fileBytes, Hard: fileBytes },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'none', Config: {} },
      Tmpfs: { '/tmp': 'rw,exec,nosuid,nodev,size=256m,mode=1777' },
      Mounts: [
        {
          Type: 'volume',
          // Without a name of its own it goes with its container.
          Source: '',
          Target: volumeRoot,
          VolumeOptions: {
            NoCopy: false,
            Labels: labels,
            DriverConfig: { Name: 'local', Options: {} },
          },
        },
      ],
    },
  }
}
