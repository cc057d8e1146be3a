export { answerMcp } from './answerMcp.ts';
export { createAskInterface } from './askInterface.ts';
export { createToolCatalog, type ToolCatalog } from './toolCatalog.ts';
