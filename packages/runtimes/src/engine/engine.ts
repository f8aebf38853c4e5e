import type { ContainerRuntimeClient } from 'testcontainers'

/** The container engine's API, as a dockerode client. */
export type EngineApi = ContainerRuntimeClient['container']['dockerode']

/** Which container engine. Podman is spoken to through its Docker-compatible socket. */
export type EngineKind = 'docker' | 'podman'

// What the API hands out, by the names of its client, which comes with Testcontainers.
export type EngineContainer = ReturnType<EngineApi['getContainer']>
export type EngineExec = ReturnType<EngineApi['getExec']>
export type ContainerState = Awaited<ReturnType<EngineContainer['inspect']>>['State']
export type ContainerCreateOptions = Parameters<EngineApi['createContainer']>[0]
export type HostConfig = NonNullable<ContainerCreateOptions['HostConfig']>
