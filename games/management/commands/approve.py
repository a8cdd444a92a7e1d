"""`manage.py approve`: approve a proposal if no second staff member can."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TypedDict, Unpack
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.engine.contract import Refused
from games.models import Proposal
from games.presentation import moderation
from games.services.moderation import desk


class Options(TypedDict):
    """The options of the command line."""

    proposal: UUID
    reason: str


class Command(BaseCommand):
    help = "Carry out a proposal of the desk to which nobody else on the staff may agree."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("proposal", type=UUID, help="the id that the desk shows")
        parser.add_argument("--reason", required=True, help="why; it is written down for good")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        proposal = Proposal.objects.filter(pk=options["proposal"]).first()
        if proposal is None:
            raise CommandError("There is no such proposal.")
        try:
            entry = desk.approve_alone(proposal, reason=options["reason"])
        except Refused as refusal:
            raise CommandError(refusal.reason) from refusal
        self.stdout.write("\n".join(moderation.describe_recorded_changes(entry)))
