import { fingerprintOf, type CandidateInputs, type Fingerprint, type JudgeInputs } from '@vitrial/core/inputs'
import { sha256 } from './hashes.ts'

/** The fingerprint of a candidate's or a judge's inputs. */
export function sha256Fingerprint(inputs: CandidateInputs | JudgeInputs): Fingerprint {
  return fingerprintOf(inputs, sha256)
}
