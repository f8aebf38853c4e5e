export { createGuardian, type GuardianOptions } from './guardian/create-guardian.ts'
export { listLabelled, removeObjects, type LabelledObject } from './guardian/labelled-objects.ts'
export {
  ownerText,
  parseOwner,
  standingOf,
  thisOwner,
  type Owner,
  type OwnerStanding,
} from './guardian/owner.ts'
export { labelNames, ownerOf, ownerText, sandboxLabels, type SandboxIdentity } from './docker/labels.ts'
export { createProcessRuntime, type ProcessRuntimeOptions } from './process/process-runtime.ts'
