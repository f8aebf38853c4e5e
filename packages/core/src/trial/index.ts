export { trialOf, trialName, trialsOf, type Trial } from './trial.ts'
