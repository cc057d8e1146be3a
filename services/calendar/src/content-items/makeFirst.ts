import type { UnitOfWork } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import type { RequestImages } from '../images/requestImages.ts';

/** Tags that a request names. Those with unknown names have temporary ids until core has made them. */
export interface RequestTags {
  /** The ids of the tags; undefined if none were sent. */
  ids(): readonly number[] | undefined;
  /** True if core must first create some of the tags. */
  areNew(): boolean;
  /** Asks core for a dry run of creating them. @throws DomainError core's refusal */
  tryNew(): Promise<void>;
  /** Lets core create the new tags once, all or none. */
  makeNew(): Promise<void>;
}

interface Named {
  readonly images: RequestImages;
  readonly tags?: RequestTags;
}

type Trying = Pick<RestRequest<unknown>, 'commands' | 'context'>;
type Decide = (unit: UnitOfWork) => Promise<unknown>;

const dryRun = ({ commands, context }: Trying, decide: Decide) => commands.run(context, (unit) => unit.dryRun(decide));

/**
 * Lets core create the new pictures and tags that a command names. This happens outside the command, which may be
 * decided several times. A dry run precedes it, so that a refused command creates nothing.
 * @throws the refusal of the command or of core
 */
export const makeFirst = async (request: Trying, named: Named, decide: Decide): Promise<void> => {
  await fetchFirst(request, named, decide);
  if (!named.tags?.areNew()) return;
  // a picture that cannot be fetched refuses the command before tags are created
  await dryRun(request, decide);
  await named.tags.makeNew();
};

/** Lets core fetch the new pictures alone. @throws the refusal of the command or of core */
export const fetchFirst = async (request: Trying, { images, tags }: Named, decide: Decide): Promise<void> => {
  if (!images.areNew()) return;
  await dryRun(request, decide);
  if (tags?.areNew()) await tags.tryNew();
  await images.fetchNew();
};
