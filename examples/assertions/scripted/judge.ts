export { default } from '../../quickstart/scripted/judge.ts'
