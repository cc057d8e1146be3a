/** Roles, from the most to the least trusted. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

export type Role = (typeof roles)[number];

export const isRole = (name: string): name is Role => roles.some((role) => role === name);
