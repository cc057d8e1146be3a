import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** True if a person at a terminal can answer questions. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

const asked = async (question: string, output: NodeJS.WritableStream): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  lines.once('SIGINT', () => {
    process.stderr.write('\n');
    process.exit(130);
  });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
};

/** Asks a question on the terminal. Ctrl-C ends the command. */
export const ask = async (question: string): Promise<string> => (await asked(question, process.stderr)).trim();

/** Asks a question without showing the answer while it is typed. */
export const askSecret = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const answer = await asked('', new Writable({ write: (_text, _encoding, done) => done() }));
  process.stderr.write('\n');
  return answer;
};

/** Returns the first line of the piped input. */
export const firstLine = async (): Promise<string> => {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
};
