/** The recorded cases that the site offers today: whole files, or the scenarios of a file by name. */
export const offered: Readonly<Record<string, 'all' | readonly string[]>> = {
  'calendar-v1-events.json': 'all',
  'calendar-v1-more.json': 'all',
  'calendar-v1-records.json': 'all',
  'core-more.json': 'all',
  'core-posts.json': 'all',
  'core-server.json': 'all',
  'route-descriptions.json': [
    'what a route takes: batch',
    'what a route takes: categories',
    'what a route takes: embed',
    'what a route takes: events',
    'what a route takes: posts',
    'what a route takes: venues',
  ],
};
