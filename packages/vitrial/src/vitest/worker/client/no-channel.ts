import { InfrastructureError } from '@vitrial/core'

/** The error of a test that runs where no host can be asked. */
export function noChannel(): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_CHANNEL_CLOSED',
    'This test does not run in a worker of vitrial. Add the project with defineEvals() and set no pool for it.',
  )
}
