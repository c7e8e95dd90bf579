update articles set internal_note = 'changed ' || id, access_code = 'changed';
update authors set secret_note = 'changed ' || id;
update components_shared_seos set internal_score = 12345;
update components_blocks_secret_refs set hidden = 'changed', pin = 'changed';
update secrets set code = 'changed ' || id;
update up_users set email = 'changed' || id || '@example.com', username = 'changed' || id, password = 'changed';
delete from articles_secret_links;
delete from authors_user_links
