import type { InterfaceAnswer } from './results.ts';
import type { InterfaceTool } from './tools.ts';

/** An error of the interface. */
interface ErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: { readonly params?: unknown };
}

/** Returns the text of a refused call: the reason of the interface, and the next step. */
export const refusalText = (tool: InterfaceTool, answer: InterfaceAnswer, login: string | undefined): string => {
  const { code, message, data } = bodyOf(answer);
  const reasons = reasonsOf(data?.params).map((reason) => `- ${reason}`);
  return [`${answer.status} ${code}: ${message}`, ...reasons, nextStep(tool, answer, login)].join('\n');
};

const bodyOf = ({ text, status }: InterfaceAnswer): ErrorBody => {
  try {
    // the interface answers refusals with error bodies
    const body: ErrorBody | null = JSON.parse(text);
    if (body !== null && typeof body === 'object') return body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { code: `http_${status}`, message: text.slice(0, 500) };
};

const reasonsOf = (params: unknown): string[] => {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return [];
  return Object.entries(params).map(([name, reason]) => `${name}: ${String(reason)}`);
};

const nextStep = ({ title, required }: InterfaceTool, answer: InterfaceAnswer, login: string | undefined): string => {
  const { status, headers } = answer;
  if (login === undefined && (status === 401 || status === 403))
    return `“${title}” needs an account. Connect with a login and an application password that has the right to do this.`;
  switch (status) {
    case 401:
      return 'Connect with a valid login and application password.';
    case 403:
      return `The account ${login} may not do this, or not with this record. Use a record that it may change, or an account with the right.`;
    case 404:
    case 410:
      return 'List the records first and send the id of one of them.';
    case 409:
    case 412:
      return 'Read the record again before the next change.';
    case 429:
    case 503:
      return `Send the same call again after ${headers.get('retry-after') ?? '60'} seconds.`;
    default:
      return status < 500
        ? `Correct the arguments${required.length > 0 ? ` (required: ${required.join(', ')})` : ''} and send the call again.`
        : 'The site has failed. Do not repeat a change before you have read the record.';
  }
};
