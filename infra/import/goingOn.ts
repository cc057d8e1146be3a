import { type Brought, Place, placeFileOf } from './place.ts';
import { digestOf, pathOf } from './textFile.ts';

/** A file to import. */
export interface ImportedFile {
  readonly path: string;
  /** The file beside which the progress is stored; that of a local file is its path. */
  readonly name: string;
}

interface GoingOn {
  readonly root: string;
  /** The options that change the result of the import. */
  readonly options: readonly (string | undefined)[];
  /** True to ignore the progress of earlier runs. */
  readonly fromStart: boolean;
  /** True if the site still has any of the records from earlier runs. */
  readonly isThere: (recent: readonly Brought[]) => Promise<boolean>;
}

/** Returns the progress that an interrupted run has left; prints where the import continues. */
export const placeFor = async (
  { path: file, name }: ImportedFile,
  { root, options, fromStart, isThere }: GoingOn,
  say: (text: string) => void,
): Promise<Place> => {
  const what = { content: await digestOf(pathOf(file)), root, options };
  const place = Place.open(placeFileOf(pathOf(name), root), what, (reason) =>
    say(`How far this import comes cannot be kept, so that interrupted it begins anew: ${reason}`),
  );
  if (fromStart) place.forget();
  if (place.recent.length > 0 && !(await isThere(place.recent))) {
    say('The site has nothing any more of what an interrupted import of this file brought, which begins anew.');
    place.forget();
  }
  const { done, total } = place.earlier;
  if (done > 0)
    say(`Goes on after ${done} of ${total} (begun at ${place.begun.toISOString()}; --from-start begins anew).`);
  return place;
};
