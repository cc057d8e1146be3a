import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether somebody is there to be asked. */
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

/** Asks on the terminal; Ctrl-C ends the command. */
export const ask = async (question: string): Promise<string> => (await asked(question, process.stderr)).trim();

/** The same for what is not shown while it is typed. */
export const askSecret = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const answer = await asked('', new Writable({ write: (_text, _encoding, done) => done() }));
  process.stderr.write('\n');
  return answer;
};

/** The first line of what is piped in. */
export const firstLine = async (): Promise<string> => {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
};
