/** The roles, the most powerful first. */
export const ROLES = [
  { id: 'administrator', name: 'Administrator' },
  { id: 'editor', name: 'Editor' },
  { id: 'author', name: 'Author' },
  { id: 'contributor', name: 'Contributor' },
  { id: 'subscriber', name: 'Subscriber' },
];

/** Returns the English name of a role. */
export const roleName = (role: string): string => ROLES.find(({ id }) => id === role)?.name ?? role;
