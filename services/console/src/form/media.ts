import { type Row, request } from '../shell/client.ts';

/** Uploads a file to the media library. */
export const upload = async (file: File): Promise<Row> => {
  const headers = {
    'content-type': file.type || 'application/octet-stream',
    'content-disposition': `attachment; filename="${encodeURIComponent(file.name)}"`,
  };
  const { data } = await request('POST', '/core/v2/media', { body: file, headers, query: { context: 'edit' } });
  return data;
};

/** Returns the address of a small form of a picture; the file itself if it has none. */
export const thumbnailOf = (medium: Row): string | undefined => {
  const { sizes = {} } = medium.media_details ?? {};
  return sizes.medium?.source_url ?? sizes.thumbnail?.source_url ?? medium.source_url;
};
