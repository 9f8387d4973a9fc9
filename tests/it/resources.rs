//! Resources: static ones and templates, read and asking.

use serde_json::json;

use crate::support::everywhere;

everywhere! {
    async fn resources_and_templates_are_listed(setup) {
        let client = setup.client().await;
        let resources = client.list_resources().await.unwrap();
        let uris: Vec<&str> = resources.iter().map(|resource| resource.uri.as_str()).collect();
        assert_eq!(uris, ["house://broken", "house://logo", "house://rules"]);
        assert_eq!(resources[2].description.as_deref(), Some("The rules of the house."));
        let templates = client.list_resource_templates().await.unwrap();
        let uris: Vec<&str> = templates.iter().map(|template| template.uri_template.as_str()).collect();
        assert_eq!(uris, ["file:///{+path}", "guarded://{title}", "house://rooms/{number}{?floor}"]);
    }

    async fn text_bytes_and_json_are_read(setup) {
        let client = setup.client().await;
        let read = async |uri: &str| client.read_resource(uri).await.unwrap().contents.remove(0);
        let rules = read("house://rules").await;
        assert_eq!((rules.text.as_deref(), rules.mime_type.as_deref()), (Some("# Be kind"), Some("text/markdown")));
        let logo = read("house://logo").await;
        assert_eq!((logo.blob.as_deref(), logo.uri.as_str()), (Some("AAEC/w=="), "house://logo"));
        let room = read("house://rooms/7?floor=first").await;
        assert_eq!(room.mime_type.as_deref(), Some("application/json"));
        let text = room.text.unwrap();
        assert!(text.contains(r#""number":7"#) && text.contains(r#""floor":"first""#), "{text}");
        assert!(read("house://rooms/7").await.text.unwrap().contains("ground"));
    }

    async fn what_does_not_exist_is_said_to_be_unknown(setup) {
        let client = setup.client().await;
        for uri in ["house://nowhere", "house://rooms/seven", "house://rooms/100", "file:///a/../../b"] {
            let error = client.read_resource(uri).await.unwrap_err();
            // The legacy era has a code of its own for this.
            assert_eq!(error.code(), Some(if setup.modern { -32602 } else { -32002 }), "{uri}");
            assert_eq!(error.data(), Some(&json!({ "uri": uri })));
        }
    }

    async fn a_template_asks(setup) {
        let (client, asked) = setup.accepting(json!({ "confirm": true })).await;
        let contents = client.read_resource("file:///notes/a.txt").await.unwrap().contents;
        assert_eq!(contents[0].text.as_deref(), Some("the text of notes/a.txt"));
        assert_eq!(asked.messages(), ["Open notes/a.txt?"]);
        let (client, _) = setup.accepting(json!({ "confirm": false })).await;
        let error = client.read_resource("file:///notes/a.txt").await.unwrap_err();
        assert!(error.to_string().contains("it stays closed"), "{error}");
    }
}
