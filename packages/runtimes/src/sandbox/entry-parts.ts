import { InfrastructureError } from '@vitrial/core/errors'

/**
 * Splits the path of an entry that is to be uploaded into its parts.
 *
 * @throws {InfrastructureError} `VITRIAL_INFRA_SANDBOX_TRANSFER` for one that leads anywhere but below the folder
 */
export function entryParts(path: string): readonly string[] {
  const parts = path.split('/')
  if (!path.includes('\0') && parts.every((part) => part !== '' && part !== '.' && part !== '..'))
    return parts
  throw new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `Upload: ${JSON.stringify(path)} is not a path below the folder it is uploaded to. Give it without "..", "." or ` +
      'a leading "/".',
  )
}
