"""Answers to interactions and what follows them. The token in the path is the only key these routes need."""

from sandbox.api import refusal
from sandbox.api.interactions import CHOICES, DEFER, DEFER_EDIT, EDIT, MODAL, Interaction
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Answer, Call, Rest
from sandbox.api.shapes import keyed
from sandbox.house import House
from sandbox.world import limits
from sandbox.world.world import Json, Message

HOOK = "/webhooks/{webhook_id}/{webhook_token}"
MESSAGE = HOOK + "/messages/{message_id}"
ORIGINAL = HOOK + "/messages/@original"


class Webhooks:
    def __init__(self, house: House) -> None:
        self.house = house

    def mount(self, rest: Rest) -> None:
        rest.add("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self.answer, open_=True)
        rest.add("POST", HOOK, self.follow_up, open_=True)
        for template in (MESSAGE, ORIGINAL):
            rest.add("GET", template, self.get, open_=True)
            rest.add("PATCH", template, self.edit, open_=True)
            rest.add("DELETE", template, self.delete, open_=True)

    def answer(self, call: Call) -> Answer:
        begun = self.house.interactions.awaiting(call.id("interaction_id"), call.ids["interaction_token"])
        kind, data = call.json["type"], keyed(call.json.get("data"))
        if kind == MODAL:
            call.hold(limits.in_modal(data))
        before = self.house.world.messages(begun.channel_id).get(begun.message_id or 0)
        if kind in (EDIT, DEFER_EDIT) and begun.message_id is not None and before is None:
            raise Refusal(*refusal.UNKNOWN_MESSAGE)
        if kind not in (DEFER, DEFER_EDIT, CHOICES, MODAL):
            before = before if kind == EDIT else None
            call.hold(limits.in_message(limits.draft(data, call.uploads, before)))
        told = self.house.interactions.respond(begun, kind, data, call.uploads)
        if call.query.get("with_response", "").lower() in ("1", "true"):
            return Answer(200, told)
        return Answer(204)

    def _living(self, call: Call) -> Interaction:
        if call.id("webhook_id") != self.house.world.application.id:
            raise Refusal(*refusal.UNKNOWN_WEBHOOK)
        return self.house.interactions.living(call.ids["webhook_token"])

    def follow_up(self, call: Call) -> Json:
        begun = self._living(call)
        call.hold(limits.in_message(limits.draft(call.json, call.uploads)))
        return self.house.shapes.message(self.house.interactions.follow_up(begun, call.json, call.uploads))

    def get(self, call: Call) -> Json:
        return self.house.shapes.message(self._message(call))

    def _message(self, call: Call) -> Message:
        return self.house.interactions.message_of(self._living(call), call.ids.get("message_id", "@original"))

    def edit(self, call: Call) -> Json:
        message = self._message(call)
        self._living(call).edited = True
        call.hold(limits.in_message(limits.draft(call.json, call.uploads, message)))
        return self.house.shapes.message(self.house.post.edit(message, call.json, call.uploads))

    def delete(self, call: Call) -> None:
        self.house.post.delete(self._message(call))
