/**
 * Changes to the recorded content that a caller must not be able to notice, as SQL that runs on both databases. Each
 * list changes values as well as the number of rows and links.
 */

/** Types of the project with creators. */
const TABLES = [
  'articles',
  'authors',
  'bundles',
  'categories',
  'comments',
  'files',
  'homepages',
  'pages',
  'pins',
  'tags',
  'teams',
]

/** Private attributes, passwords, forbidden types, administrators, users, tokens. */
export const HIDDEN_FROM_PUBLIC: readonly string[] = [
  "update articles set internal_note = 'changed ' || id, access_code = '$2a$10$changed' || id",
  'update articles set internal_note = null where id % 5 = 0',
  "update authors set secret_note = 'changed ' || (100 - id)",
  'update components_shared_seos set internal_score = 1000 - id',
  "update components_blocks_secret_refs set hidden = 'changed ' || (900 - id), pin = '$2a$10$pin' || id",
  'update components_blocks_secret_refs set hidden = null, pin = null where id % 3 = 0',
  "update files set folder_path = '/moved/' || id",
  "insert into upload_folders (id, name, path_id, path) values (1, 'Hidden', 1, '/1')",
  'insert into files_folder_links (file_id, folder_id) select id, 1 from files where id % 2 = 0',

  ...[1, 2, 3].map(
    id =>
      `insert into admin_users (id, firstname, lastname, username, email, password, reset_password_token, is_active) values (${id}, 'Ada', 'Changed', 'ada${id}', 'ada${id}@example.test', '$2a$10$ada', 'token${id}', true)`,
  ),
  ...TABLES.map(table => `update ${table} set created_by_id = 1 + id % 3, updated_by_id = 1 + id % 2`),
  'insert into admin_users_roles_links (user_id, role_id) values (1, 1), (2, 2)',

  "update secrets set code = 'changed ' || id",
  'delete from secrets where id = 3',
  "insert into secrets (id, code) values (101, 'A new secret'), (102, 'Another')",
  'delete from articles_secret_links where article_id % 3 = 0',
  'update articles_secret_links set secret_id = 102 where article_id % 4 = 1',
  'insert into articles_secret_links (article_id, secret_id) select id, 101 from articles where id % 3 = 0',
  'delete from components_blocks_secret_refs_secret_links where secret_ref_id % 2 = 0',
  'insert into components_blocks_secret_refs_secret_links (secret_ref_id, secret_id) select id, 101 from components_blocks_secret_refs where id % 2 = 0 and id % 4 = 0',
  'insert into secrets_owner_links (secret_id, author_id) values (101, 1), (102, 5)',
  "update pins set target_type = 'api::secret.secret', target_id = 101 where id = 3",
  'update pins set target_type = null, target_id = null where id = 2',
  "update pins_subjects_morphs set subjects_id = 102 where subjects_type = 'api::secret.secret'",
  `insert into pins_subjects_morphs (pin_id, subjects_id, subjects_type, "order") values (1, 101, 'api::secret.secret', 0.5), (3, 101, 'api::secret.secret', 1)`,

  "update up_users set email = 'changed' || id || '@example.test', username = 'changed' || id, password = '$2a$10$user', reset_password_token = 'reset' || id, confirmation_token = 'confirm' || id",
  "insert into up_users (id, username, email, password, confirmed, blocked) values (101, 'carol', 'carol@example.test', '$2a$10$carol', true, false), (102, 'dave', 'dave@example.test', '$2a$10$dave', true, false)",
  'insert into up_users_role_links (user_id, role_id) values (101, 1), (102, 1)',
  'delete from authors_user_links',
  'insert into authors_user_links (author_id, user_id) values (2, 101), (3, 102)',

  "update strapi_api_tokens set description = 'changed', last_used_at = created_at",
  "update strapi_api_tokens set access_key = 'changed' || id where type <> 'custom'",
  "insert into strapi_api_tokens (id, name, type, access_key) values (101, 'Another', 'full-access', 'abc')",
  "insert into strapi_webhooks (id, name, url, enabled) values (1, 'hook', 'http://hidden.example.test', true)",
  "update strapi_core_store_settings set value = 'changed' where key like 'plugin_content_manager%'",
]

/** Of drafts of articles that were there before, and of nothing else. */
const ONLY_DRAFT_HEROES =
  "id in (select component_id from articles_components join articles on articles.id = entity_id where component_type = 'blocks.hero' and published_at is null and entity_id <= 100) and id not in (select component_id from articles_components join articles on articles.id = entity_id where component_type = 'blocks.hero' and published_at is not null) and id not in (select component_id from homepages_components where component_type = 'blocks.hero') and id not in (select component_id from pages_components)"

/** Entries that are not published: of every type that has them, in every relation, alone and in numbers. */
export const DRAFTS: readonly string[] = [
  "update articles set title = 'Changed ' || id, summary = 'changed', slug = 'changed-' || id, rank = 1000 - id, featured = true where published_at is null",
  'delete from articles where id in (13, 47)',
  "insert into articles (id, title, summary, kind, slug, rank, locale, created_at, updated_at) select id + 100, title, 'new', kind, 'draft-' || id, rank, locale, created_at, updated_at from articles where id <= 12 or id between 50 and 60",
  'insert into articles_tags_links (article_id, tag_id, tag_order, article_order) select article_id + 100, tag_id, tag_order, article_order from articles_tags_links where article_id <= 12',
  'insert into articles_author_links (article_id, author_id, article_order) select article_id + 100, author_id, 0 from articles_author_links where article_id <= 12',
  'insert into articles_category_links (article_id, category_id, article_order) select article_id + 100, category_id, 0 from articles_category_links where article_id <= 12',
  'insert into articles_related_links (article_id, inv_article_id, article_order, inv_article_order) select id, id + 100, 0, 0 from articles where id <= 12',
  'insert into articles_related_links (article_id, inv_article_id, article_order, inv_article_order) select id + 100, id, 0, 0 from articles where id <= 12',
  'insert into articles_localizations_links (article_id, inv_article_id, article_order) select id, id + 100, 0 from articles where id <= 12',
  'insert into articles_localizations_links (article_id, inv_article_id, article_order) select id + 100, id, 0 from articles where id <= 12',
  `insert into articles_components (entity_id, component_id, component_type, field, "order") select entity_id + 100, component_id, component_type, field, "order" from articles_components where entity_id <= 12`,
  `insert into files_related_morphs (file_id, related_id, related_type, field, "order") select file_id, related_id + 100, related_type, field, 0 from files_related_morphs where related_type = 'api::article.article' and related_id <= 12`,
  'insert into comments_article_links (comment_id, article_id, comment_order) select id, 101, 0 from comments where id not in (select comment_id from comments_article_links)',
  'insert into bundles_items_links (bundle_id, article_id, article_order) select id, 102, 0 from bundles',
  'insert into bundles_primary_links (bundle_id, article_id) select id, 103 from bundles where id not in (select bundle_id from bundles_primary_links)',
  'insert into homepages_featured_links (homepage_id, article_id, article_order) values (1, 104, 0), (2, 105, 0)',
  'insert into components_blocks_author_cards_articles_links (author_card_id, article_id, article_order) select id, 106, 0 from components_blocks_author_cards',
  `insert into pins_subjects_morphs (pin_id, subjects_id, subjects_type, "order") values (1, 107, 'api::article.article', 0), (3, 4, 'api::tag.tag', 0)`,
  // Blocks and components of drafts.
  `insert into files_related_morphs (file_id, related_id, related_type, field, "order") select 2, id, 'blocks.hero', 'image', 0 from components_blocks_heros where ${ONLY_DRAFT_HEROES}`,
  `delete from files_related_morphs where field = 'backgrounds' and related_type = 'blocks.hero' and related_id in (select id from components_blocks_heros where ${ONLY_DRAFT_HEROES})`,
  `update components_blocks_heros set title = 'changed' where ${ONLY_DRAFT_HEROES}`,

  "update tags set name = 'Changed', slug = 'changed', weight = 77 where id = 4",
  'delete from tags where id = 8',
  "insert into tags (id, name, slug, weight) values (101, 'Draft X', 'draft-x', 1), (102, 'Draft Y', 'draft-y', null)",
  'insert into articles_tags_links (article_id, tag_id, tag_order, article_order) select id, 101, 0, 0 from articles where id % 3 = 0',
  'insert into components_blocks_gallerys_tags_links (gallery_id, tag_id, tag_order) select id, 102, 0 from components_blocks_gallerys',
  'insert into bundles_labels_links (bundle_id, tag_id, tag_order) select id, 101, 0 from bundles',
  'insert into bundles_main_tag_links (bundle_id, tag_id) select id, 102 from bundles where id not in (select bundle_id from bundles_main_tag_links)',
  `insert into pins_subjects_morphs (pin_id, subjects_id, subjects_type, field, "order") values (2, 101, 'api::tag.tag', null, 0)`,

  "update pages set title = 'Changed', path = '/changed' where id = 3",
  "insert into pages (id, title, path) values (101, 'Draft page', '/draft'), (102, 'Another', '/another')",
  'insert into articles_page_links (article_id, page_id) values (9, 101), (10, 102)',
  "update bundles set name = 'Changed' where published_at is null",
  "insert into bundles (id, name) values (101, 'Draft bundle')",
  'insert into bundles_items_links (bundle_id, article_id, article_order) values (101, 1, 0), (101, 2, 0)',
  "insert into homepages (id, title, intro, locale) values (-1, 'Draft', 'en', 'en'), (101, 'Draft', 'fr', 'fr'), (102, 'Draft', 'de', 'de')",
  'insert into homepages_localizations_links (homepage_id, inv_homepage_id, homepage_order) values (1, 102, 0), (2, 102, 0)',
  "insert into empties (id, label) values (1, 'Draft'), (2, 'Draft')",
  'insert into empties_item_links (empty_id, article_id) values (1, 1)',
]

/** Components that entries of one type hold, and those of articles and authors do not. */
function onlyIn(holder: string, component: string): string {
  const ids = (table: string) => `select component_id from ${table}_components where component_type = '${component}'`
  return `id in (${ids(holder)}) and id not in (${ids('articles')}) and id not in (${ids('authors')})`
}

/** What the public may read of articles in the world with field grants. Both ends of `related` are left out. */
export const GRANTED_FIELDS = [
  'title',
  'slug',
  'kind',
  'rank',
  'eventAt',
  'author',
  'tags',
  'category',
  'cover',
  'seo',
  'blocks',
  'localizations',
]

/** The rest of the articles. */
export const NOT_GRANTED: readonly string[] = [
  "update articles set summary = 'changed ' || (500 - id), body = 'changed ' || id, contact_email = 'x' || id || '@example.test', content = null, metadata = null",
  "update articles set event_date = '2001-02-03', event_time = '01:02:03', stamp_at = updated_at, views = 9000 - id, rating = id, price = 2.5, featured = (id % 2 = 1)",
  'update articles set created_at = event_at, updated_at = created_at',
  'update articles set published_at = updated_at where published_at is not null',
  'delete from articles_related_links where article_id % 2 = 0',
  'insert into articles_related_links (article_id, inv_article_id, article_order, inv_article_order) values (2, 1, 1, 1), (6, 3, 1, 1), (10, 12, 1, 1)',
  "update components_shared_links set label = 'changed', weight = 99 where id in (select component_id from articles_components where field = 'links')",
  "delete from articles_components where field = 'links' and entity_id % 2 = 1",
  // Which files are in a field that is not granted.
  "delete from files_related_morphs where related_type = 'api::article.article' and field = 'gallery' and related_id % 2 = 0",
  `insert into files_related_morphs (file_id, related_id, related_type, field, "order") select file_id, related_id + 1, related_type, 'gallery', 0 from files_related_morphs where related_type = 'api::article.article' and field = 'cover' and related_id < 12`,
]

/** What the custom token, which may read articles and authors, may not. */
export const HIDDEN_FROM_TOKEN: readonly string[] = [
  "update tags set name = 'changed ' || id, weight = 100 - id",
  'delete from tags where id = 3',
  'delete from articles_tags_links where article_id % 2 = 0',
  'insert into articles_tags_links (article_id, tag_id, tag_order, article_order) select id, 9, 0, 0 from articles where id % 2 = 0',
  'delete from components_blocks_gallerys_tags_links where gallery_id % 2 = 0',
  "update categories set name = 'changed ' || id, position = 50 - id",
  'delete from articles_category_links where article_id % 3 = 0',
  "update comments set content = 'changed', stars = 5, approved = true",
  'delete from comments where id % 4 = 0',
  "update teams set name = 'changed ' || id, founded = 1900 + id",
  'delete from authors_team_links where author_id % 2 = 0',
  "update pages set title = 'changed', published_at = null where id % 2 = 0",
  'delete from articles_page_links where article_id = 1',
  "update bundles set name = 'changed'",
  'delete from pins where id = 2',
  "update homepages set title = 'changed'",
  // Components of entries that the token may not find, and the files in them.
  ...['pages', 'homepages'].flatMap(holder => [
    `update components_blocks_heros set title = 'changed' where ${onlyIn(holder, 'blocks.hero')}`,
    `delete from files_related_morphs where related_type = 'blocks.hero' and field = 'image' and related_id in (select id from components_blocks_heros where ${onlyIn(holder, 'blocks.hero')})`,
    `insert into files_related_morphs (file_id, related_id, related_type, field, "order") select 2, id, 'blocks.hero', 'image', 0 from components_blocks_heros where ${onlyIn(holder, 'blocks.hero')}`,
    `update components_shared_seos set meta_title = 'changed' where ${onlyIn(holder, 'shared.seo')}`,
    `insert into files_related_morphs (file_id, related_id, related_type, field, "order") select 3, id, 'shared.seo', 'shareImage', 0 from components_shared_seos where ${onlyIn(holder, 'shared.seo')}`,
  ]),
]
