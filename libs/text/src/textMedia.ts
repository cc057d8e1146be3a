import type { ImageLookup } from './images.ts';
import { pictureFacts, type StoredPicture } from './pictureFacts.ts';

/** A stored picture that a text names. */
export interface TextPicture extends StoredPicture {
  /** True if galleries may reveal its address; a tag that names an address shows the picture anyway. */
  readonly inGalleries: boolean;
}

/** The stored media that a text displays, as plain data, so that another thread can render the text. */
export interface TextMedia {
  /** `{base_url}`. */
  readonly site: string;
  /** The pictures by id; ids of other media are missing. */
  readonly pictures: Readonly<Record<number, TextPicture>>;
  /** Ids of the images attached to the text's record, for galleries that name none. */
  readonly attached?: readonly number[];
}

/** Returns the lookup of the images that a text may show. */
export const imageLookup =
  ({ site, pictures }: TextMedia): ImageLookup =>
  (id, written) => {
    const picture = pictures[id];
    const isShown = picture !== undefined && (written !== undefined || picture.inGalleries);
    return isShown ? pictureFacts(picture, site, written) : undefined;
  };
