import type { AskInterface } from './askInterface.ts';
import { type InterfaceTool, toolsOf } from './tools.ts';

export interface ToolCatalogOptions {
  /** The namespaces whose operations are tools. */
  readonly namespaces: readonly string[];
  readonly now: () => Date;
}

type Tools = ReadonlyMap<string, InterfaceTool>;

/** Returns the tools by name, from the OpenAPI documents of the interface in a language. */
export type ToolCatalog = (language: string, ask: AskInterface) => Promise<Tools>;

/** Milliseconds for which documents are not read again; a release may add operations. */
const LIFETIME_MS = 5 * 60_000;

/** Creates a catalogue of tools, which reads the documents once for each language. */
export const createToolCatalog = ({ namespaces, now }: ToolCatalogOptions): ToolCatalog => {
  const read = new Map<string, { readonly tools: Promise<Tools>; readonly until: number }>();
  return (language, ask) => {
    const at = now().getTime();
    const known = read.get(language);
    if (known !== undefined && known.until > at) return known.tools;
    const tools = readTools(namespaces, ask);
    read.set(language, { tools, until: at + LIFETIME_MS });
    tools.catch(() => read.delete(language));
    return tools;
  };
};

const readTools = async (namespaces: readonly string[], ask: AskInterface): Promise<Tools> => {
  const tools: InterfaceTool[] = [];
  for (const namespace of namespaces) {
    const target = `/openapi.json?${new URLSearchParams({ namespace })}`;
    const { status, text } = await ask({ method: 'GET', target });
    if (status !== 200) throw new Error(`The interface does not describe ${namespace}: ${status}.`);
    tools.push(...toolsOf(JSON.parse(text)));
  }
  return new Map(tools.map((tool) => [tool.name, tool]));
};
