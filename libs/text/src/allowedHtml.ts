/**
 * The elements that a list allows, by lower-case name, with their attributes; `data-*` allows every attribute with the
 * prefix `data-`.
 */
export type AllowedHtml = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The kind of cleaning: for stored titles, posts, and descriptions of terms and users; or for displayed content of
 * anybody (docs/interface/texts.md §7).
 */
export type CleaningList = 'inline' | 'post' | 'term' | 'output';

/** Parses a list: `a b (href title)` per element or group of elements, separated by semicolons. */
const parsed = (source: string, everywhere: string): AllowedHtml => {
  const allowed = new Map<string, Set<string>>();
  for (const entry of source.split(';')) {
    const [, names = '', attributes = ''] = /^\s*([^(]*)(?:\(([^)]*)\))?/.exec(entry) ?? [];
    const own = [...words(everywhere), ...words(attributes)];
    for (const name of words(names)) allowed.set(name, new Set([...(allowed.get(name) ?? []), ...own]));
  }
  return allowed;
};

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const INLINE =
  'a (href title); abbr acronym (title); b; blockquote q (cite); cite code; del (datetime); em i s strike strong';

const EVERYWHERE =
  'aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby ' +
  'aria-live class data-* dir hidden id lang style title role xml:lang';

const CELL_ALIGNMENT = 'align char charoff valign';

const POST = `
  address abbr acronym b bdo big br cite code dd dfn dl dt em fieldset i kbd mark rb rp rt rtc ruby s samp search small
    strike strong sub sup tt u var wbr;
  article aside caption figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup legend main nav p section span
    summary (align);
  a (href rel rev name target download);
  area (alt coords href nohref shape target);
  audio (autoplay controls loop muted preload src);
  video (autoplay controls loop muted preload src height playsinline poster width);
  blockquote q (cite); ins del (cite datetime); time (datetime); data (value); label (for); map (name); menu (type);
  pre (width);
  button (disabled name type value popovertarget popovertargetaction aria-haspopup);
  tbody tfoot thead (${CELL_ALIGNMENT}); tr (${CELL_ALIGNMENT} bgcolor); col colgroup (${CELL_ALIGNMENT} span width);
  td th (${CELL_ALIGNMENT} abbr axis bgcolor colspan headers height nowrap rowspan scope width);
  table (align bgcolor border cellpadding cellspacing rules summary width);
  details (align open name); dialog (closedby open popover); div (align popover); font (color face size);
  hr (align noshade size width);
  img (alt align border height hspace loading longdesc vspace src usemap width);
  li (align value); ol (start type reversed); ul (type popover); progress (max value);
  meter (high low max min optimum value); textarea (cols rows disabled name readonly);
  track (default kind label src srclang); object (data type)`;

const SHOWN_EVERYWHERE =
  'aria-controls aria-current aria-describedby aria-details aria-expanded aria-hidden aria-label aria-labelledby ' +
  'aria-live class dir id lang role style title';

/** No form controls, no names that a page's scripts look up, and the audio and video of short codes. */
const OUTPUT = `
  abbr acronym address b bdi bdo big br cite code dd dfn dl dt em i kbd mark rb rp rt rtc ruby s samp small strike strong
    sub sup tt u var wbr;
  article aside caption figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup main nav p pre section span summary;
  a (href hreflang rel target);
  audio (controls loop muted preload src);
  video (controls loop muted preload src height playsinline poster width);
  track (default kind label src srclang);
  blockquote q (cite); ins del (cite datetime); time (datetime); details (open); div; hr;
  tbody tfoot thead tr; col colgroup (span); td th (abbr colspan headers rowspan scope); table;
  img (alt decoding height loading sizes src srcset width);
  li (value); ol (start type reversed); ul`;

/** The allowed HTML of each list (docs/interface/texts.md §7); none contains MathML. */
export const ALLOWED: Readonly<Record<CleaningList, AllowedHtml>> = {
  inline: parsed(INLINE, ''),
  post: parsed(POST, EVERYWHERE),
  term: parsed(`${INLINE}; a (rel target)`, ''),
  output: parsed(OUTPUT, SHOWN_EVERYWHERE),
};
