import { randomUUID } from 'node:crypto';
import { serviceNumbers } from '@almanac/contracts';
import { createCommands, createNumbers, type UnitOfWork } from '@almanac/event-sourcing';
import type { Commit } from '@almanac/event-store';
import type { ServiceData } from '@almanac/infra/service-data';
import { fill } from '../client.ts';

/** A record of a stopped site that is copied, and its copies. */
export interface CopyPlan {
  readonly category: string;
  readonly id: number;
  /** Text of the record that is unique in the site, such as its slug; each copy has another in its place. */
  readonly name: string;
  readonly count: number;
  /** Copies in a commit; 1 by default. */
  readonly together?: number;
  nameOf(turn: number): string;
  /** Returns the members of the record's event that differ. */
  changesOf(turn: number): object;
}

const commitOf = async ({ store }: ServiceData, stream: string): Promise<Commit> => {
  for await (const { position } of store.readStream(stream)) {
    const commit = await store.commitAt(position);
    if (commit !== undefined) return commit;
  }
  throw new Error(`no commit of ${stream}`);
};

const CLAIM = 'claim-';

/** Takes the unique name of a claim's stream, `claim-<scope>/<name>`. */
const takeName = (unit: UnitOfWork, claim: string, by: string): Promise<void> => {
  const end = claim.lastIndexOf('/');
  return unit.take(claim.slice(CLAIM.length, end), claim.slice(end + 1), by);
};

/**
 * Copies a record, with its unique names, by appending the events of its first commit to the log of its service.
 * Copies differ from records of a request only in their `changesOf`. @returns their ids
 */
export const copyRecord = async (service: ServiceData, plan: CopyPlan): Promise<number[]> => {
  const { category, name, count, together = 1 } = plan;
  const stream = `${category}-${plan.id}`;
  const commit = await commitOf(service, stream);
  const created = commit.events.find((each) => each.stream === stream);
  const registration = service.registrations.find(({ aggregate }) => aggregate.category === category);
  if (created === undefined || registration === undefined) throw new Error(`no ${category}`);
  const claims = commit.events.filter((each) => each.stream.startsWith(CLAIM)).map((each) => each.stream);
  const form = JSON.stringify(created.data);
  const numbers = createNumbers(service.entries, serviceNumbers[service.name]);
  const commands = createCommands({ ...service, now: () => new Date() });
  const ids: number[] = [];

  const copy = async (unit: UnitOfWork, turn: number, id: number): Promise<void> => {
    const data: object = JSON.parse(form.replaceAll(name, plan.nameOf(turn)));
    const event = { type: created.type, data: { ...data, ...('id' in data && { id }), ...plan.changesOf(turn) } };
    await unit.append(registration.aggregate, id, [event]);
    for (const claim of claims) await takeName(unit, claim.replace(name, plan.nameOf(turn)), `${category}-${id}`);
  };

  const { language, principal } = commit.meta;
  await fill(0, Math.ceil(count / together), async (part) => {
    const own: (readonly [turn: number, id: number])[] = [];
    for (let turn = part * together; turn < Math.min(count, (part + 1) * together); turn++)
      own.push([turn, await numbers.next('records')]);
    const context = { principal, language, correlation: randomUUID(), causation: 'large-site' };
    await commands.run(context, async (unit) => {
      for (const [turn, id] of own) await copy(unit, turn, id);
    });
    ids.push(...own.map(([, id]) => id));
  });
  return ids;
};
