import type { Catalogues } from '@almanac/i18n';

/** The texts of core's pages in the languages that are translated into. */
export const pages: Catalogues = {
  'fr-ca': {
    'What is on': 'À l’affiche',
    'All events': 'Tous les événements',
    Posts: 'Articles',
    Categories: 'Catégories',
    Tags: 'Étiquettes',
    'Category: {name}': 'Catégorie : {name}',
    'Tag: {name}': 'Étiquette : {name}',
    '(no title)': '(sans titre)',
    'There are no posts yet.': 'Il n’y a pas encore d’articles.',
  },
  'es-us': {
    'What is on': 'Próximos eventos',
    'All events': 'Todos los eventos',
    Posts: 'Entradas',
    Categories: 'Categorías',
    Tags: 'Etiquetas',
    'Category: {name}': 'Categoría: {name}',
    'Tag: {name}': 'Etiqueta: {name}',
    '(no title)': '(sin título)',
    'There are no posts yet.': 'Todavía no hay entradas.',
  },
};
