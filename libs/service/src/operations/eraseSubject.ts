import { randomUUID } from 'node:crypto';
import { createCommands, rebuildDocuments } from '@almanac/event-sourcing';
import { defaultLanguage } from '@almanac/i18n';
import { ConfigurationError } from '../environment.ts';
import { type ErasableService, findPersonal, personalOf, type Subject } from './findPersonal.ts';

export interface EraseOptions {
  readonly now: () => Date;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Erases a subject's personal data in a service's log and documents (docs/architecture.md §2, Erasure). It appends an
 * event, which is published to other services, and destroys the key of the subject's data in topics. Then it replaces
 * the data in the log and rebuilds the documents. An interrupted erasure is repeated with the same command.
 * @returns the number of changed events
 * @throws ConfigurationError for an unknown subject, or a user who still has an account
 */
export const eraseSubject = async (
  service: ErasableService,
  subject: Subject,
  options: EraseOptions,
): Promise<number> => {
  await record(service, subject, options.now);
  await service.persons.destroy(`${subject.kind}-${subject.id}`);
  const redactions = await findPersonal(service, subject, options.onProgress);
  await service.signer.redact(redactions);
  const collections = personalOf(service, subject.kind).map(({ collection }) => collection);
  const { store, documents, registrations } = service;
  await rebuildDocuments({ store, documents, registrations, collections });
  return redactions.length;
};

/** Appends the erasure event; its data replaces the personal data, so that the live document loses it at once. */
const record = async (service: ErasableService, { kind, id }: Subject, now: () => Date): Promise<void> => {
  const registration = personalOf(service, kind).find(({ erasure }) => erasure.event !== undefined);
  const type = registration?.erasure.event;
  if (registration === undefined || type === undefined)
    throw new ConfigurationError(`${service.name} has no records of the kind ${kind}.`);
  const { aggregate, collection, erasure } = registration;
  if ((await service.store.firstMoved([{ stream: `${kind}-${id}`, version: 0 }])) === undefined) {
    throw new ConfigurationError(`There is no ${kind} ${id}, and never was.`);
  }
  if (kind === 'user' && (await service.documents.get(collection, id))?.body) {
    throw new ConfigurationError(
      `User ${id} still has an account. Delete it first (DELETE /core/v2/users/${id}?force=true&reassign=…), which frees its names and passwords.`,
    );
  }
  const commands = createCommands({ ...pick(service), now });
  const correlation = randomUUID();
  const context = { principal: 'system', language: defaultLanguage(), correlation, causation: correlation } as const;
  await commands.run(context, async (unit) => {
    await unit.append(aggregate, id, [{ type, data: erasure.replacing(id) }]);
  });
};

const pick = ({ store, documents, registrations }: ErasableService) => ({ store, documents, registrations });
