/** The roles with their permissions, the most powerful first. */
export const ROLES = [
  {
    id: 'administrator',
    name: 'Administrator',
    text: 'Everything, including people, settings, redirects and operations.',
  },
  { id: 'editor', name: 'Editor', text: 'Writes, edits and publishes all content, including popups and comments.' },
  { id: 'author', name: 'Author', text: 'Writes and publishes their own posts and events; uploads pictures.' },
  { id: 'contributor', name: 'Contributor', text: 'Writes drafts that an editor publishes.' },
  { id: 'subscriber', name: 'Subscriber', text: 'Signs in, comments and edits their own profile.' },
];

/** Returns the English name of a role. */
export const roleName = (role: string): string => ROLES.find(({ id }) => id === role)?.name ?? role;
