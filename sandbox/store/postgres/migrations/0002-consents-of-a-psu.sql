-- Consents are also found by the PSU who decided on them: the second index rule of their collection.
update ob_document set lookup_2 = document ->> 'psuId' where collection = 'consents' and document ? 'psuId';
