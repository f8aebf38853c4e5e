export { createGateway, type Gateway, type GatewayOptions } from './create-gateway.ts'
export { scenarioMessageText } from './scripted/scenario-message-text.ts'
export { type LoadScenario, type ScenarioModule } from './scripted/scenario-module.ts'
export {
  defineScenario,
  type Scenario,
  type ScenarioMessage,
  type ScenarioReply,
  type ScenarioRequest,
} from './scripted/scenario.ts'
