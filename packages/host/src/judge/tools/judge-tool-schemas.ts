import { judgeToolDefinitions, type JudgeToolName } from '@vitrial/core/judging'
import { z } from 'zod'

/** One tool in the shape of an MCP `tools/list` answer. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
}

/** Where a judge tool is served: MCP server `<prefix>`, tool `<name>`, which the agent joins to `<prefix>_<name>`. */
export interface ServedTool {
  readonly tool: JudgeToolName
  readonly prefix: string
  readonly listed: ListedTool
}

/** The judge tools as they are served. Built once, so that every check sees the same bytes. */
export function servedTools(): readonly ServedTool[] {
  return judgeToolDefinitions.map(({ name: tool, description, input }) => {
    const separator = tool.indexOf('_')
    const { $schema: _$schema, ...schema } = z.toJSONSchema(input, { io: 'input' })
    const name = tool.slice(separator + 1)
    return {
      tool,
      prefix: tool.slice(0, separator),
      listed: { name, description, inputSchema: { ...schema, type: 'object' } },
    }
  })
}
