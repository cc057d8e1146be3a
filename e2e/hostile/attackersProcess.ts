import { type AttackedSite, attacks } from './attacks.ts';

/** Attackers in a process of their own, so that they take no time from the process that measures: `node … CLIENTS`. */
const CLIENTS = Number(process.argv[2]);

process.once('message', (message) => {
  // the parent sends the one message of this form
  const { pages, ...site } = message as Omit<AttackedSite, 'pages'> & { readonly pages: readonly [string, string][] };
  const attacked = { ...site, pages: new Map(pages) };
  let turn = 0;
  const attackOn = async (): Promise<never> => {
    for (;;) await attacks[turn++ % attacks.length]?.send(attacked).catch(() => undefined);
  };
  for (let client = 0; client < CLIENTS; client++) void attackOn();
});
