export { createGateway, type Gateway, type GatewayOptions } from './endpoint/create-gateway.ts'
export { scenarioMessageText } from './providers/scripted/scenario-message-text.ts'
export { type LoadScenario, type ScenarioModule } from './providers/scripted/scenario-module.ts'
export {
  defineScenario,
  type Scenario,
  type ScenarioMessage,
  type ScenarioReply,
  type ScenarioRequest,
} from './providers/scripted/scenario.ts'
