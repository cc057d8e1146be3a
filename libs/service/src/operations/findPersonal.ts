import type { Documents } from '@almanac/documents';
import { categoryOfStream, type Erasure, idOfStream, type Registration, type Signer } from '@almanac/event-sourcing';
import type { EventStore, NewEvent, Redaction } from '@almanac/event-store';
import type { PersonKeys } from '@almanac/secrets';

/** The parts of a service that contain personal data. */
export interface ErasableService {
  readonly name: string;
  readonly registrations: readonly Registration[];
  readonly store: EventStore;
  readonly documents: Documents;
  readonly persons: Pick<PersonKeys, 'destroy'>;
  readonly signer: Pick<Signer, 'redact'>;
}

/** The subject of an erasure: a user, an organizer. */
export interface Subject {
  readonly kind: string;
  readonly id: number;
}

type OfSubject = Registration & { readonly erasure: Erasure };

/** Returns the registrations of a service with data of a kind of subject. */
export const personalOf = ({ registrations }: ErasableService, kind: string): OfSubject[] =>
  registrations.filter((each): each is OfSubject => each.erasure?.subject === kind);

/** Finds a subject's personal data in a service's log, with their replacements. */
export const findPersonal = async (
  service: ErasableService,
  subject: Subject,
  onProgress: (done: number, total: number) => void,
): Promise<Redaction[]> => {
  const registrations = new Map(personalOf(service, subject.kind).map((each) => [each.aggregate.category, each]));
  const streams = new Set<string>();
  const redactions: Redaction[] = [];
  const last = await service.store.last();
  for (let position = 0; position < last; ) {
    const commits = await service.store.readLog(position);
    for (const commit of commits) {
      for (const event of commit.events) {
        const registration = registrations.get(categoryOfStream(event.stream));
        if (registration === undefined || !isOfSubject(event, subject, { registration, streams })) continue;
        streams.add(event.stream);
        const data = replaced(event.data, registration.erasure.replacing(subject.id));
        if (data !== undefined) redactions.push({ position: commit.position, ...streamVersionOf(event), data });
      }
    }
    position = commits.at(-1)?.position ?? last;
    onProgress(Math.min(position, last), last);
  }
  return redactions;
};

const streamVersionOf = ({ stream, version }: NewEvent) => ({ stream, version });

interface SubjectStreams {
  readonly registration: OfSubject;
  /** Streams that an earlier event has identified as the subject's. */
  readonly streams: ReadonlySet<string>;
}

const isOfSubject = (event: NewEvent, { id }: Subject, { registration, streams }: SubjectStreams): boolean => {
  if (streams.has(event.stream)) return true;
  const { idOf } = registration.erasure;
  return (idOf === undefined ? idOfStream(event.stream) : idOf(event.data)) === id;
};

/** Replaces the personal members of some data; undefined if there are none. */
const replaced = (data: unknown, values: Readonly<Record<string, unknown>>): object | undefined => {
  if (typeof data !== 'object' || data === null) return undefined;
  const entries = Object.entries(data);
  if (!entries.some(([name, value]) => name in values && value !== values[name])) return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name, name in values ? values[name] : value]));
};
