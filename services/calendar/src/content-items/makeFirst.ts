import type { RestRequest } from '@almanac/rest';
import type { UnitOfWork } from '@almanac/write-side';
import type { RequestImages } from '../images/requestImages.ts';

/** Tags that a request names. Those with unknown names have ids that nobody has, until core has made them. */
export interface RequestTags {
  /** Undefined where no tags were sent. */
  ids(): readonly number[] | undefined;
  /** Whether some have names that core would have to make a tag of first. */
  areNew(): boolean;
  /** Has core say whether it would make them. @throws DomainError what core refuses */
  tryNew(): Promise<void>;
  /** Has core make what is new, all of it or nothing, once. */
  makeNew(): Promise<void>;
}

interface Named {
  readonly images: RequestImages;
  readonly tags?: RequestTags;
}

/**
 * Has core make what a command names anew, outside of the command, which may be decided several times: first pictures,
 * then tags. The command is tried without effect before, so one that is refused leaves neither behind.
 * @throws what refuses the command, or what core refuses
 */
export const makeFirst = async (
  { commands, context }: Pick<RestRequest<unknown>, 'commands' | 'context'>,
  { images, tags }: Named,
  decide: (unit: UnitOfWork) => Promise<unknown>,
): Promise<void> => {
  const makesTags = tags?.areNew() ?? false;
  if (!images.areNew() && !makesTags) return;
  const dryRun = () => commands.run(context, (unit) => unit.dryRun(decide));
  await dryRun();
  if (images.areNew()) {
    if (makesTags) await tags?.tryNew();
    await images.fetchNew();
    // pictures that could not be had refuse it before there are tags
    if (makesTags) await dryRun();
  }
  if (makesTags) await tags?.makeNew();
};
