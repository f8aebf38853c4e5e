export { createGateway } from './endpoint/create-gateway.ts'
export {
  type Scenario,
  type ScenarioMessage,
  type ScenarioReply,
  type ScenarioRequest,
} from './providers/scripted/scenario.ts'
