import type { EngineApi } from './engine.ts'

/** What the engine's API hands out, by the names of its client, which comes with Testcontainers. */
export type EngineContainer = ReturnType<EngineApi['getContainer']>
export type EngineExec = ReturnType<EngineApi['getExec']>
export type ContainerState = Awaited<ReturnType<EngineContainer['inspect']>>['State']
export type ContainerCreateOptions = Parameters<EngineApi['createContainer']>[0]
export type HostConfig = NonNullable<ContainerCreateOptions['HostConfig']>
