export { default } from '../../quickstart/scripted/careful.ts'
