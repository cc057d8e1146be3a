import type { Taxonomy } from '../terms/term.ts';

const category = {
  name: 'Categories',
  singular_name: 'Category',
  search_items: 'Search categories',
  all_items: 'All categories',
  parent_item: 'Parent category',
  edit_item: 'Edit category',
  view_item: 'View category',
  update_item: 'Update category',
  add_new_item: 'Add category',
  new_item_name: 'New category name',
  not_found: 'No categories found.',
  no_terms: 'No categories',
  menu_name: 'Categories',
};

/** Labels for users who manage terms. */
export const taxonomyLabels: Readonly<
  Record<Taxonomy['slug'] | 'cal_events_cat', { readonly name: string } & Readonly<Record<string, string>>>
> = {
  category,
  post_tag: {
    name: 'Tags',
    singular_name: 'Tag',
    search_items: 'Search tags',
    popular_items: 'Popular tags',
    all_items: 'All tags',
    edit_item: 'Edit tag',
    view_item: 'View tag',
    update_item: 'Update tag',
    add_new_item: 'Add tag',
    new_item_name: 'New tag name',
    separate_items_with_commas: 'Separate tags with commas',
    not_found: 'No tags found.',
    no_terms: 'No tags',
    menu_name: 'Tags',
  },
  cal_events_cat: {
    ...category,
    name: 'Event categories',
    singular_name: 'Event category',
    menu_name: 'Event categories',
  },
};
