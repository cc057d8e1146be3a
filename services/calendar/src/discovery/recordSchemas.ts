type Schema = Readonly<Record<string, unknown>>;

const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const boolean: Schema = { type: 'boolean' };
const dateTime: Schema = { type: 'string', description: 'YYYY-MM-DD HH:MM:SS' };
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Schema): Schema => ({ type: 'array', items });
const all = (schema: Schema, ...names: string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema]));
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });

const i18n = object({
  language: string,
  source_language: { type: 'string', nullable: true },
  group_id: integer,
  translations: { type: 'object', additionalProperties: integer },
});

const publication = {
  id: integer,
  ...all(string, 'global_id', 'author', 'status', 'url', 'slug'),
  global_id_lineage: list(string),
  ...all(dateTime, 'date', 'date_utc', 'modified', 'modified_utc'),
  ...all(string, 'description', 'excerpt'),
  json_ld: { type: 'object' },
  i18n,
};

/** What the records of the interface look like (docs/interface/calendar.md §5). */
export const recordSchemas: Readonly<Record<string, Schema>> = {
  ImageSize: object({ width: integer, height: integer, 'mime-type': string, filesize: integer, url: string }),
  CostDetails: object({
    ...all(string, 'currency_symbol', 'currency_code', 'currency_position'),
    values: list(string),
  }),
  Term: object({
    ...all(integer, 'id', 'count', 'parent'),
    ...all(string, 'name', 'slug', 'description', 'taxonomy', 'url'),
    urls: object(all(string, 'self', 'collection', 'up')),
    i18n,
  }),
  Image: object({
    ...all(string, 'url', 'extension'),
    ...all(integer, 'id', 'width', 'height', 'filesize'),
    sizes: { type: 'object', additionalProperties: ref('ImageSize') },
  }),
  DateDetails: object(all(string, 'year', 'month', 'day', 'hour', 'minutes', 'seconds')),
  Event: object({
    ...publication,
    ...all(string, 'rest_url', 'title', 'timezone', 'timezone_abbr', 'cost', 'website'),
    image: { oneOf: [ref('Image'), boolean] },
    ...all(boolean, 'all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
    ...all(dateTime, 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'),
    ...all(
      ref('DateDetails'),
      'start_date_details',
      'end_date_details',
      'utc_start_date_details',
      'utc_end_date_details',
    ),
    cost_details: ref('CostDetails'),
    ...all(list(ref('Term')), 'categories', 'tags'),
    venue: { oneOf: [ref('Venue'), list(ref('Venue'))] },
    organizer: list(ref('Organizer')),
    custom_fields: { oneOf: [{ type: 'object' }, list({})] },
  }),
  Venue: object({
    ...publication,
    ...all(
      string,
      'venue',
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
      'website',
      'stateprovince',
    ),
    image: ref('Image'),
    ...all({ type: 'number' }, 'geo_lat', 'geo_lng'),
    ...all(boolean, 'show_map', 'show_map_link'),
  }),
  Organizer: object({
    ...publication,
    ...all(string, 'organizer', 'phone', 'website', 'email'),
    image: ref('Image'),
  }),
};
