import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AttackedSite } from './attacks.ts';

/** Clients that attack a site until they are stopped. */
export interface Attackers {
  stop(): Promise<void>;
}

const stop = async (child: ChildProcess): Promise<void> => {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
};

/** Starts clients that send all attacks to a site in turn, from a process of their own. */
export const startAttackers = ({ origin, root, pages, popup }: AttackedSite, clients: number): Attackers => {
  const child = fork(new URL('attackersProcess.ts', import.meta.url), [String(clients)]);
  child.send({ origin, root, pages: [...pages], popup });
  return { stop: () => stop(child) };
};
