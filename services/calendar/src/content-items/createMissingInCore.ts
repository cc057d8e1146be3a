import type { UnitOfWork } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { RequestImages } from '../images/requestImages.ts';

/** Tags that a request names. Those with unknown names have temporary ids until core has made them. */
export interface RequestTags {
  /** The ids of the tags; undefined if none were sent. */
  ids(): readonly number[] | undefined;
  /** True if core must first create some of the tags. */
  areNew(): boolean;
  /** Requests from core a dry run of creating them. @throws DomainError core's refusal */
  tryNew(): Promise<void>;
  /** Lets core create the new tags once, all or none. */
  makeNew(): Promise<void>;
}

/** For a request that cannot name tags. */
export const noTags: RequestTags = {
  ids: () => undefined,
  areNew: () => false,
  tryNew: () => Promise.resolve(),
  makeNew: () => Promise.resolve(),
};

/** The records of core that a request names: the images of the record and of new linked records, and tags. */
export interface RequestNamed {
  readonly images: RequestImages;
  readonly tags: RequestTags;
}

type Asking = Pick<RestRequest<unknown>, 'commands' | 'context'>;
type Decide = (unit: UnitOfWork) => Promise<unknown>;

const dryRun = ({ commands, context }: Asking, decide: Decide) => commands.run(context, (unit) => unit.dryRun(decide));

/**
 * Lets core create the new pictures and tags that a command names. This happens outside the command, which may be
 * decided several times. A dry run precedes it, so that a refused command creates nothing.
 * @throws the refusal of the command or of core
 */
export const createMissingInCore = async (request: Asking, named: RequestNamed, decide: Decide): Promise<void> => {
  await fetchMissingImages(request, named, decide);
  if (!named.tags.areNew()) return;
  // a picture that cannot be fetched refuses the command before tags are created
  await dryRun(request, decide);
  await named.tags.makeNew();
};

/** Lets core fetch the new pictures alone. @throws the refusal of the command or of core */
export const fetchMissingImages = async (
  request: Asking,
  { images, tags }: RequestNamed,
  decide: Decide,
): Promise<void> => {
  if (!images.areNew()) return;
  await dryRun(request, decide);
  if (tags.areNew()) await tags.tryNew();
  await images.fetchNew();
};
