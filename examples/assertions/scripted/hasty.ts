export { default } from '../../quickstart/scripted/hasty.ts'
